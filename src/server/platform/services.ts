/**
 * A part of the server that a wing defines, such as a pool of threads. Each process has one of each: it is
 * opened on first use and closed with the context.
 */
export interface ServiceDefinition<Service extends AsyncDisposable> {
  readonly open: () => Service;
}

/** Defines a service; `open` must not wait. */
export function defineService<Service extends AsyncDisposable>(
  open: () => Service,
): ServiceDefinition<Service> {
  return { open };
}

/** The services that are open in this process. */
export class Services implements AsyncDisposable {
  readonly #open = new Map<ServiceDefinition<AsyncDisposable>, AsyncDisposable>();

  /** Returns the process's instance of a service. */
  get<Service extends AsyncDisposable>(definition: ServiceDefinition<Service>): Service {
    const opened = (this.#open.get(definition) as Service | undefined) ?? definition.open();
    this.#open.set(definition, opened);
    return opened;
  }

  /** Replaces a service in tests; the caller closes the replacement. */
  replace<Service extends AsyncDisposable>(definition: ServiceDefinition<Service>, service: Service): void {
    this.#open.set(definition, service);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.values()].map((service) => service[Symbol.asyncDispose]()));
  }
}
