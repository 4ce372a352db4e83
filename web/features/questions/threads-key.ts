export const threadsKey = (roomId: number) => ['threads', roomId] as const
