import os from 'node:os'

/** Where and when something was measured. */
export const machine = () => ({
  at: new Date().toISOString(),
  cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
  cores: os.availableParallelism(),
  memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  system: `${os.type()} ${os.release()}`,
  node: process.versions.node,
  /** Tasks that wanted to run during the last minute: well under the number of cores, or others worked here, too. */
  load: Number(os.loadavg()[0].toFixed(2)),
})

export const sentenceOf = ({ at, cpu, cores, memoryGiB, system, node, load }) =>
  `${at}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, load ${load}`
