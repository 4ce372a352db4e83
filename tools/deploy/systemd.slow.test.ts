import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { describeWith } from '../../server/test/harness/needs.ts'
import { hasProgram } from '../../server/test/servers/pdf-tools.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..', '..')
const UNIT = path.join(ROOT, 'deploy', 'systemd', 'sealroom.service')

/** The unit is a tenth. Converter namespaces, the network, and executable memory remain. */
const EXPOSURE = 28

describeWith(
  'the unit of systemd',
  hasProgram('systemd-analyze') ? [] : ['systemd-analyze'],
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sealroom-unit-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    const analyze = (...args: string[]) => run('systemd-analyze', args)

    /** This checkout replaces /opt/sealroom. */
    function unit(change = (text: string): string => text): string {
      const file = path.join(folder, 'sealroom.service')
      writeFileSync(file, change(readFileSync(UNIT, 'utf8')).replaceAll('/opt/sealroom', ROOT))
      return file
    }

    it('has no fault that systemd sees', async () => {
      expect(await analyze('verify', '--man=no', '--recursive-errors=no', unit())).toEqual({
        stdout: '',
        stderr: '',
      })
      const mistaken = unit((text) => text.replace('ProtectSystem=strict', 'ProtectSystems=strict'))
      await expect(
        analyze('verify', '--man=no', '--recursive-errors=no', mistaken),
      ).rejects.toThrow('ProtectSystems')
    })

    it('exposes no more than it has to', async () => {
      const security = (file: string) =>
        analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, '--no-pager', file)
      expect((await security(unit())).stdout).toContain('Overall exposure level')
      await expect(
        security(unit((text) => text.replace('NoNewPrivileges=yes', 'NoNewPrivileges=no'))),
      ).rejects.toThrow()
    })
  },
)
