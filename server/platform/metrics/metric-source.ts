export interface Described {
  readonly help: string
  readonly labels?: readonly string[]
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Names in `_total` are counters, others gauges. */
export interface MetricSource<Name extends string = string> {
  readonly name: string
  readonly metrics: Readonly<Record<Name, Described>>
  read():
    | Promise<Readonly<Partial<Record<Name, readonly Sample[]>>>>
    | Readonly<Partial<Record<Name, readonly Sample[]>>>
}

/** Each value needs a description. */
export const metricSource = <Name extends string>(source: MetricSource<Name>): MetricSource =>
  source as MetricSource

export const one = (value: number): readonly Sample[] => [{ value }]
