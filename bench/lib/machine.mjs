import os from 'node:os'

export const machine = () => ({
  at: new Date().toISOString(),
  cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
  cores: os.availableParallelism(),
  memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  system: `${os.type()} ${os.release()}`,
  node: process.versions.node,
  load: Number(os.loadavg()[0].toFixed(2)),
})

export const sentenceOf = ({ at, cpu, cores, memoryGiB, system, node, load }) =>
  `${at}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}, load ${load}`
