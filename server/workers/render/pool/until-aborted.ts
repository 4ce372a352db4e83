/** Others may also await the outcome. @throws the signal's reason */
export async function untilAborted<T>(
  outcome: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return outcome
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
