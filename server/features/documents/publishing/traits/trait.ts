/** `UNCHECKED` means that some content could not be examined. */
export type DocumentTrait = 'HIDDEN_PARTS' | 'COMMENTS' | 'TRACKED_CHANGES' | 'METADATA' | 'ATTACHMENTS' | 'UNCHECKED'
