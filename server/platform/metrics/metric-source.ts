export interface Described {
  /** The page of metrics shows this sentence. */
  readonly help: string
  readonly labels?: readonly string[]
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** Provides values that are read at a scrape. Names that end in `_total` are counters, others gauges. */
export interface MetricSource<Name extends string = string> {
  readonly name: string
  readonly metrics: Readonly<Record<Name, Described>>
  /** Reads the values. An omitted metric has no value now. */
  read(): Promise<Readonly<Partial<Record<Name, readonly Sample[]>>>> | Readonly<Partial<Record<Name, readonly Sample[]>>>
}

/** Infers the names, so that each value has a description. */
export const metricSource = <Name extends string>(source: MetricSource<Name>): MetricSource => source as MetricSource

export const one = (value: number): readonly Sample[] => [{ value }]
