/** Loads the contract's schemas while the user types. */
export const loadJoin = () => import('./join-room.ts')
