/** @throws Error if the server could not answer that, since the client refuses it and the scene shows something else */
export function checkInvented(method: string, path: string, payload: unknown): void
