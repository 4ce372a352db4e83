/** The contract's schemas load during typing. */
export const loadJoin = () => import('./join-room.ts')
