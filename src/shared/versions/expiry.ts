/** Hours until an upload without progress expires. */
export const UPLOAD_HOURS = 24;

/** Days after which the file of a version that failed inspection is deleted; the findings stay. */
export const INVALID_FILE_DAYS = 7;
