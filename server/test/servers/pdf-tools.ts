import { execFile, execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const find = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => `${folder}/${name}`)
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

export const hasProgram = (name: string): boolean => find(name) !== undefined

export function openssl(folder: string, ...args: readonly string[]): void {
  const file = find('openssl')
  if (!file) throw new Error('there is no openssl')
  execFileSync(file, args, { cwd: folder, stdio: 'ignore', timeout: 30_000 })
}

export const written = (name: string, args: readonly string[]): Buffer =>
  execFileSync(name, [...args], { timeout: 60_000 })

export async function reported(
  name: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  try {
    const { stdout, stderr } = await run(name, [...args], { timeout: 60_000, maxBuffer: 2 ** 24 })
    return { code: 0, text: stdout + stderr }
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
    } = error as { code?: number; stdout?: string; stderr?: string }
    return { code: typeof code === 'number' ? code : -1, text: stdout + stderr }
  }
}
