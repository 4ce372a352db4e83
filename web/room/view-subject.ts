export type ViewSubject = { readonly memberId: number } | { readonly groupId: number }
