export const trashKey = (roomId: number) => ['trash', roomId]
