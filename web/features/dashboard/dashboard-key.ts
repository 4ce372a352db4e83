export const dashboardKey = (roomId: number) => ['dashboard', roomId]
