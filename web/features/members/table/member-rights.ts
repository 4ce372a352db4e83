export const RIGHTS = ['print', 'download', 'access'] as const
export type Right = (typeof RIGHTS)[number] | 'text'
