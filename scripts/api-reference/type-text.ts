import { type JsonSchema, TYPE_PATH } from './schemas.ts';

const WIDE = 60;

function objectText(schema: JsonSchema, indent: string): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const { additionalProperties } = schema;
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? `{ [key]: ${typeText(additionalProperties, indent)} }`
      : '{}';
  }
  const inner = `${indent}  `;
  const fields = properties.map(([name, field]) => {
    const optional = schema.required?.includes(name) === true ? '' : '?';
    return `${name}${optional}: ${typeText(field, inner)}`;
  });
  const line = `{ ${fields.join(', ')} }`;
  if (line.length <= WIDE && !line.includes('\n')) return line;
  return `{\n${fields.map((field) => `${inner}${field}`).join('\n')}\n${indent}}`;
}

/**
 * Returns a JSON Schema as a short type, such as `{ appId: string, limit?: number }`. `indent` is the indentation of
 * the line on which the type starts.
 */
export function typeText(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(TYPE_PATH, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeText(choice, indent)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ');
  }
  if (schema.type === 'object') return objectText(schema, indent);
  if (schema.type === 'array') {
    const item = typeText(schema.items ?? {}, indent);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'integer') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'json';
}
