/** Every call of the wire lies under this path. */
export const BASE_PATH = '/api'
