/** An operator views the room as this person or group. */
export type ViewSubject = { readonly memberId: number } | { readonly groupId: number }
