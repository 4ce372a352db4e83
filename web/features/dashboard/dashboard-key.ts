/** Under it lies all that is known of the numbers of a room. */
export const dashboardKey = (roomId: number) => ['dashboard', roomId]
