/** Of everything about questions and requests of a room. */
export const threadsKey = (roomId: number) => ['threads', roomId] as const
