import { useEffect, useEffectEvent, useState } from 'react';
import type { z } from 'zod';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { useSessionUser } from '#client/store/store.ts';
import type { CallInput } from '#shared/calls.ts';
import { releaseNotesSchema } from '#shared/listings/listing.ts';
import {
  releaseNotesByLocaleSchema,
  reviewerNotesSchema,
  type SubmissionDraft,
  testCredentialsSchema,
} from '#shared/versions/submission.ts';
import { createDraftStore } from '../listing/draft-store.ts';
import { type Editing, useAutosave } from '../listing/use-autosave.ts';
import { findTypedCredentials, keepTypedCredentials, type TypedCredentials } from './kept-credentials.ts';

/** What was written here, over what the submission begins with. */
interface WrittenNotes {
  readonly releaseNotes: Readonly<Record<string, string>>;
  /** Null until something is written. */
  readonly reviewerNotes: string | null;
}

const NOTHING: WrittenNotes = { releaseNotes: {}, reviewerNotes: null };

type GivenNotes = Pick<CallInput<'versions.submit'>, 'releaseNotes' | 'reviewerNotes' | 'testCredentials'>;

/** The part of a submission that its publisher writes. */
export interface SubmissionForm {
  /** What it begins with; undefined while it is loaded. */
  readonly draft: SubmissionDraft | undefined;
  /** The error of loading it; null without one. */
  readonly error: Error | null;
  readonly reload: () => void;
  readonly saving: Editing<WrittenNotes>;
  /** Release notes by language, the default one first. */
  readonly releaseNotes: readonly { readonly locale: string; readonly text: string }[];
  readonly writeReleaseNotes: (locale: string, text: string) => void;
  readonly reviewerNotes: string;
  readonly writeReviewerNotes: (text: string) => void;
  /** Null unless the publisher gives some. */
  readonly credentials: TypedCredentials | null;
  readonly typeCredentials: (typed: TypedCredentials | null) => void;
  /** Problems of the credentials by field, once a submission was tried. */
  readonly credentialProblems: Partial<Record<keyof TypedCredentials, string>>;
  /** Saves what was typed, and returns what to submit; null when something isn't valid, which is then shown. */
  readonly collect: () => Promise<GivenNotes | null>;
  /** Forgets what is kept in the browser, after the submission. */
  readonly finish: () => void;
}

/** Edits what a publisher writes for a version's submission: notes are saved as they are typed, credentials never. */
export function useSubmissionForm(versionId: string): SubmissionForm {
  const { functions } = useBackend();
  const { uid } = useSessionUser();
  const { data, error, refetch } = useCallQuery('versions.getSubmissionDraft', { versionId });
  const saving = useAutosave<WrittenNotes>({ value: NOTHING, revision: 0 }, () => ({
    isAcceptable: areNotesValid,
    drafts: createDraftStore({
      scope: [uid, versionId, 'submission'],
      defaults: NOTHING,
      isValue: areNotes,
      keeper: localStorage,
    }),
    async save({ value, revision }) {
      const { releaseNotes, reviewerNotes } = value;
      await functions.call('versions.saveSubmissionDraft', {
        versionId,
        releaseNotes,
        ...(reviewerNotes !== null && { reviewerNotes }),
      });
      return { value, revision };
    },
  }));
  const key = `${uid} ${versionId}`;
  const [credentials, setCredentials] = useState(() => findTypedCredentials(key));
  const [hasTried, setTried] = useState(false);

  // What a closed dialog or an ended session left in the browser is saved when the form is next shown.
  const saveNow = useEffectEvent(() => void saving.flush());
  useEffect(() => {
    saveNow();
    return () => saveNow();
  }, []);

  const draft = data?.draft;
  const releaseNotes = Object.entries({ ...draft?.releaseNotes, ...saving.value.releaseNotes }).map(
    ([locale, text]) => ({ locale, text }),
  );
  const reviewerNotes = saving.value.reviewerNotes ?? draft?.reviewerNotes ?? '';

  function typeCredentials(typed: TypedCredentials | null) {
    keepTypedCredentials(key, typed);
    setCredentials(typed);
  }

  return {
    draft,
    error: data === undefined ? error : null,
    reload: () => void refetch(),
    saving,
    releaseNotes,
    writeReleaseNotes: (locale, text) =>
      saving.change({ releaseNotes: { ...saving.value.releaseNotes, [locale]: text } }),
    reviewerNotes,
    writeReviewerNotes: (text) => saving.change({ reviewerNotes: text }),
    credentials,
    typeCredentials,
    credentialProblems: hasTried ? problemsOf(credentials) : {},
    async collect() {
      setTried(true);
      const areValid =
        areNotesValid({ ...saving.value, reviewerNotes }) &&
        Object.keys(problemsOf(credentials)).length === 0;
      if (!areValid) return null;
      await saving.flush();
      // Without them, the server submits what it would have suggested.
      if (draft === undefined) return credentials === null ? {} : { testCredentials: credentials };
      return {
        releaseNotes: Object.fromEntries(releaseNotes.map(({ locale, text }) => [locale, text])),
        reviewerNotes,
        ...(credentials !== null && { testCredentials: credentials }),
      };
    },
    finish() {
      saving.discard();
      typeCredentials(null);
    },
  };
}

/** Returns the problem of release notes in one language; undefined without one. */
export function releaseNotesProblem(text: string): string | undefined {
  return firstProblem(releaseNotesSchema, text);
}

/** Returns the problem of notes for the reviewer; undefined without one. */
export function reviewerNotesProblem(text: string): string | undefined {
  return firstProblem(reviewerNotesSchema, text);
}

function firstProblem(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

function problemsOf(credentials: TypedCredentials | null): SubmissionForm['credentialProblems'] {
  if (credentials === null) return {};
  const { error } = testCredentialsSchema.safeParse(credentials);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}

function areNotesValid({ releaseNotes, reviewerNotes }: WrittenNotes): boolean {
  return (
    releaseNotesByLocaleSchema.safeParse(releaseNotes).success &&
    reviewerNotesSchema.safeParse(reviewerNotes ?? '').success
  );
}

/** Returns true for notes that an earlier visit left. Texts that are too long are still worth restoring. */
function areNotes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { releaseNotes, reviewerNotes } = value as Partial<Record<keyof WrittenNotes, unknown>>;
  return (
    typeof releaseNotes === 'object' &&
    releaseNotes !== null &&
    Object.values(releaseNotes).every((text) => typeof text === 'string') &&
    (reviewerNotes === null || typeof reviewerNotes === 'string')
  );
}
