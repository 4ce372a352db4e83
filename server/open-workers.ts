import path from 'node:path'
import type { Settings } from './platform/config/settings.ts'
import type { Log } from './platform/log/log.ts'
import type { ResourceStack } from './resource-stack.ts'
import { type Converter, createConverter } from './workers/convert/index.ts'
import { createSealPool, type SealPool } from './workers/esign/index.ts'
import { createRenderPool, openingPool, type RenderPool } from './workers/render/index.ts'
import { createWatermarkPool, type WatermarkPool } from './workers/watermark/index.ts'

const WATERMARK_WITHIN_MS = 60_000

/** The limit includes the time stamp. */
const SEAL_WITHIN_MS = 120_000

interface Workers {
  readonly pool: RenderPool
  readonly watermarks: WatermarkPool
  readonly seals: SealPool
  readonly converter: Converter
}

export async function openWorkers(
  settings: Settings,
  log: Log,
  opened: ResourceStack,
): Promise<Workers> {
  const folder = path.join(settings.DATA_DIR, 'tmp')
  const watermarks = await createWatermarkPool({ folder, deadlineMs: WATERMARK_WITHIN_MS, log })
  opened.add(() => watermarks.close())
  const drawing = await createRenderPool({
    size: settings.RENDER_WORKERS,
    deadlineMs: settings.RENDER_DEADLINE_SECONDS * 1000,
    log,
  })
  const pool = openingPool(drawing, watermarks.decrypt.bind(watermarks))
  opened.add(() => pool.close())
  const seals = await createSealPool({ folder, deadlineMs: SEAL_WITHIN_MS })
  opened.add(() => seals.close())
  const converter = createConverter({
    paths: { soffice: settings.SOFFICE_PATH, bwrap: settings.BWRAP_PATH },
    deadlineMs: settings.CONVERT_DEADLINE_SECONDS * 1000,
    log,
  })
  return { pool, watermarks, seals, converter }
}
