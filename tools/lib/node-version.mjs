const FLOOR = [20, 19]
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < FLOOR[0] || (major === FLOOR[0] && minor < FLOOR[1])) {
  process.stderr.write(
    `Node ${FLOOR.join('.')} 이상이 필요합니다 (지금 ${process.versions.node}) · Sealroom needs Node ${FLOOR.join('.')} or later, this is ${process.versions.node}.\n`,
  )
  process.exit(1)
}
