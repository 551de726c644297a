/** The problems of a stored file: it has other bytes than were stored, or it is gone. */
export const FILE_PROBLEMS = ['damaged', 'missing'] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];
