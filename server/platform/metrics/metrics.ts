import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Described, MetricSource } from './metric-source.ts'

/** A scraper waits 10 seconds by default. */
const SOURCE_WITHIN_MS = 4_000
const REQUEST_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const STORAGE_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** https://prometheus.io/docs/practices/naming/ reserves totals for counters. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

export interface EndedRequest {
  readonly operation: string
  readonly status: number
  readonly seconds: number
}

export interface StorageAnswer {
  readonly call: string
  readonly seconds: number
  readonly isFailed: boolean
}

/** Values contain no ids, names, addresses or paths. */
export interface Metrics {
  requestEnded(request: EndedRequest): void
  streamOpened(): () => void
  storageAnswered(answer: StorageAnswer): void
  add(...sources: readonly MetricSource[]): void
  scrape(): Promise<{ readonly type: string; readonly text: string }>
}

export function createMetrics({ withinMs = SOURCE_WITHIN_MS } = {}): Metrics {
  return new Prometheus(withinMs)
}

class Prometheus implements Metrics {
  readonly #registry = new Registry()
  readonly #withinMs: number
  readonly #sources: WatchedSource[] = []
  readonly #requests: Histogram
  readonly #streams: Gauge
  readonly #storage: Histogram
  readonly #storageFailures: Counter
  readonly #sourceUp: Gauge
  #scraping: Promise<{ readonly type: string; readonly text: string }> | undefined

  constructor(withinMs: number) {
    const registers = [this.#registry]
    this.#withinMs = withinMs
    collectDefaultMetrics({ register: this.#registry })
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name)
    this.#requests = new Histogram({
      ...{
        name: 'sealroom_http_request_duration_seconds',
        help: 'Requests that have ended, by call of the contract and class of status.',
      },
      ...{ labelNames: ['operation', 'status'], buckets: REQUEST_SECONDS, registers },
    })
    this.#streams = new Gauge({
      name: 'sealroom_http_streams_open',
      help: 'Streams of events that are open.',
      registers,
    })
    this.#storage = new Histogram({
      ...{
        name: 'sealroom_object_storage_request_duration_seconds',
        help: 'Requests to the object storage, repetitions included.',
      },
      ...{ labelNames: ['call'], buckets: STORAGE_SECONDS, registers },
    })
    this.#storageFailures = new Counter({
      ...{
        name: 'sealroom_object_storage_failures_total',
        help: 'Requests to the object storage that failed after all repetitions.',
      },
      ...{ labelNames: ['call'], registers },
    })
    this.#sourceUp = new Gauge({
      ...{
        name: 'sealroom_metrics_source_up',
        help: '1 if the values of a source could be read for this scrape, else 0.',
      },
      ...{ labelNames: ['source'], registers },
    })
  }

  requestEnded({ operation, status, seconds }: EndedRequest): void {
    this.#requests.observe({ operation, status: `${Math.floor(status / 100)}xx` }, seconds)
  }

  streamOpened(): () => void {
    this.#streams.inc()
    let isOpen = true
    return () => {
      if (isOpen) this.#streams.dec()
      isOpen = false
    }
  }

  storageAnswered({ call, seconds, isFailed }: StorageAnswer): void {
    this.#storage.observe({ call }, seconds)
    // A series from 0 shows its first increase.
    this.#storageFailures.inc({ call }, isFailed ? 1 : 0)
  }

  add(...sources: readonly MetricSource[]): void {
    for (const source of sources) this.#sources.push(new WatchedSource(source, this.#registry))
  }

  scrape(): Promise<{ readonly type: string; readonly text: string }> {
    this.#scraping ??= this.#scrape().finally(() => {
      this.#scraping = undefined
    })
    return this.#scraping
  }

  async #scrape() {
    const read = async (source: WatchedSource) =>
      this.#sourceUp.set({ source: source.name }, (await source.refresh(this.#withinMs)) ? 1 : 0)
    await Promise.all(this.#sources.map(read))
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}

class WatchedSource {
  readonly #source: MetricSource
  readonly #series = new Map<string, Gauge | Counter>()
  /** Another read must not join a late one. */
  #isReading = false

  constructor(source: MetricSource, registry: Registry) {
    this.#source = source
    for (const [name, described] of Object.entries(source.metrics))
      this.#series.set(name, seriesOf(name, described, registry))
  }

  get name(): string {
    return this.#source.name
  }

  /** @returns whether the values are current. */
  async refresh(withinMs: number): Promise<boolean> {
    const read = this.#isReading ? undefined : await this.#read(withinMs).catch(() => undefined)
    for (const [name, series] of this.#series) {
      series.reset()
      for (const { labels = {}, value } of read?.[name] ?? []) series.inc(labels, value)
    }
    return read !== undefined
  }

  async #read(withinMs: number): Promise<Awaited<ReturnType<MetricSource['read']>> | undefined> {
    this.#isReading = true
    const reading = Promise.resolve(this.#source.read()).finally(() => {
      this.#isReading = false
    })
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, withinMs, undefined)
    })
    return Promise.race([reading, limit]).finally(() => clearTimeout(timer))
  }
}

function seriesOf(
  name: string,
  { help, labels = [] }: Described,
  registry: Registry,
): Gauge | Counter {
  const described = { name, help, labelNames: [...labels], registers: [registry] }
  return name.endsWith('_total') ? new Counter(described) : new Gauge(described)
}
