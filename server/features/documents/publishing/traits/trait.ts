/** `UNCHECKED` means some content was not examined. */
export type DocumentTrait =
  | 'HIDDEN_PARTS'
  | 'COMMENTS'
  | 'TRACKED_CHANGES'
  | 'METADATA'
  | 'ATTACHMENTS'
  | 'UNCHECKED'
