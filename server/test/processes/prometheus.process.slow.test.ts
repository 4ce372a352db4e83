import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../../tools/lib/free-port.mjs'
import { findPromtool } from '../../../tools/testing/promtool.mjs'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { describeWith } from '../harness/needs.ts'
import {
  type Ended,
  enterAsOperator,
  type Installation,
  installation,
  runProgram,
} from '../harness/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const RULES = path.join(PROJECT_ROOT, 'deploy/prometheus/alerts.yaml')
const PAGE = path.join(PROJECT_ROOT, 'docs/operate/metrics.md')

describeWith('metrics and rules for Prometheus', findPromtool() ? [] : ['promtool'], () => {
  let home: Installation
  const promtool = (args: readonly string[], input?: string): Promise<Ended> => {
    const program = runProgram(findPromtool() ?? '', args, {}, 'pipe')
    program.child.stdin?.end(input)
    return program.ended()
  }
  beforeAll(async () => {
    home = await installation()
  })
  afterAll(() => home.remove())

  it('have no fault that promtool finds in a scrape', async () => {
    const port = await freePort()
    const server = await home.start({ METRICS_PORT: String(port) })
    const operator = await enterAsOperator(server.url, await home.createRoom())
    await operator.upload([['a.pdf', makePdf(1)]])
    const [item] = await operator.items()
    await operator.openDocument(item?.id ?? 0)
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain('operation="documents.upload",status="2xx"')
    expect(await promtool(['check', 'metrics'], text)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('are rules that promtool takes, and that fire and stay silent as their tests say', async () => {
    expect(await promtool(['check', 'rules', RULES])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\d+ rules found/),
    })
    expect(await promtool(['test', 'rules', RULES.replace('.yaml', '.test.yaml')])).toMatchObject({
      code: 0,
    })
  })

  it('say in each rule what to do, and link a section that exists', () => {
    const rules = readFileSync(RULES, 'utf8').split('- alert: ').slice(1)
    const sections = new Set(
      [...readFileSync(PAGE, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      ),
    )
    for (const rule of rules) {
      for (const part of [/severity: (warning|critical)\n/, /summary: .+\n/, /description: .+\n/])
        expect(rule).toMatch(part)
      expect(sections).toContain(/runbook: docs\/operate\/metrics\.md#(\S+)/.exec(rule)?.[1])
    }
  })
})
