/** What readers could find in a document besides its pages. `UNCHECKED`: it could not be looked into, or not all of it. */
export type DocumentTrait = 'HIDDEN_PARTS' | 'COMMENTS' | 'TRACKED_CHANGES' | 'METADATA' | 'ATTACHMENTS' | 'UNCHECKED'
