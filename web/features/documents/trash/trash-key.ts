/** The trash of a room, for those who must refresh it. */
export const trashKey = (roomId: number) => ['trash', roomId]
