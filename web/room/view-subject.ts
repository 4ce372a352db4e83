/** Whose view of the room an operator has: a person or a group. */
export type ViewSubject = { readonly memberId: number } | { readonly groupId: number }
