/** An `author` drafts, a `submitter` also submits, and `none` takes no part. */
export const THREAD_ROLES = ['submitter', 'author', 'none'] as const
export type ThreadRole = (typeof THREAD_ROLES)[number]

export const GROUP_KINDS = ['participants', 'experts'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]
