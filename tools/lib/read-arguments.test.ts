import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const run = (tool: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/${tool}.mjs`, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { status, stdout, stderr }
}

describe.each(['demo', 'cluster'])('npm run %s', (tool) => {
  it.each(['--help', '-h'])('says with %s what it takes, and makes nothing', (help) => {
    const { status, stdout, stderr } = run(tool, help)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^npm run ${tool}`))
  })

  it.each(['--nothing', 'room', '--nodes'])('refuses %s, and makes nothing', (argument) => {
    const { status, stdout, stderr } = run(tool, argument)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`\n\nnpm run ${tool}`)
  })
})
