/** Debian packages that are missing. */
export const lackingCluster: readonly string[]

export interface ClusterNode {
  readonly name: string
  /** Past the balancer. */
  readonly url: string
  readonly dataDir: string
  printed(): string
  pid(): number | undefined
  signal(signal: NodeJS.Signals): void
  start(more?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  ended(): Promise<void>
}

export interface Cluster {
  /** Of the balancer. */
  readonly url: string
  readonly nodes: readonly ClusterNode[]
  /** Of every server. */
  readonly env: Readonly<Record<string, string>>
  readonly firstRoom: string | undefined
  stop(): Promise<void>
}

export function startCluster(options: {
  readonly folder: string
  readonly nodes?: number
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
}): Promise<Cluster>
