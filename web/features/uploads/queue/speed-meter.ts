const WINDOW_MS = 6_000
const SHORTEST_MS = 1_000

interface Sample {
  readonly at: number
  readonly bytes: number
}

/** The mean of six seconds falls when sending stalls. */
export class SpeedMeter {
  readonly #startedAt: number
  #samples: readonly Sample[] = []

  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  add(at: number, bytes: number): void {
    if (bytes > 0)
      this.#samples = [
        ...this.#samples.filter((sample) => sample.at > at - WINDOW_MS),
        { at, bytes },
      ]
  }

  speed(now: number): number | undefined {
    const since = Math.max(this.#startedAt, now - WINDOW_MS)
    if (now - since < SHORTEST_MS) return undefined
    const bytes = this.#samples.reduce(
      (sum, sample) => (sample.at > since ? sum + sample.bytes : sum),
      0,
    )
    return (bytes / (now - since)) * 1_000
  }
}

export function formatSpeed(bytesPerSecond: number): string {
  return bytesPerSecond < 999_500
    ? `${Math.round(bytesPerSecond / 1_000)} KB/s`
    : `${(bytesPerSecond / 1_000_000).toFixed(1)} MB/s`
}

export function spokenTime(
  seconds: number,
):
  | { readonly unit: 'seconds' | 'minutes'; readonly count: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number } {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole <= 10) return { unit: 'seconds', count: whole }
  if (whole <= 55) return { unit: 'seconds', count: Math.ceil(whole / 5) * 5 }
  const minutes = Math.ceil(whole / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  return { unit: 'hours', hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
