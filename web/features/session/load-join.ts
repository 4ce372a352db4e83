export const loadJoin = () => import('./join-room.ts')
