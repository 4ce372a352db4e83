import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PROJECT_ROOT } from './project-root.ts'

const manifest = z.object({ version: z.string(), engines: z.object({ node: z.string() }) })

const read = () =>
  manifest.parse(JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8')))

export const release = (): string => read().version

export const supportedNode = (): string => read().engines.node
