import { useLeaveQuestion } from '../../features/uploads/index.ts'
import { useUploads } from '../uploading/uploads-context.ts'
import { useApp } from '../use-app.ts'

export function useLogout(): () => Promise<void> {
  const { leave } = useApp()
  const mayLeave = useLeaveQuestion(useUploads())
  return async () => {
    if (await mayLeave()) leave()
  }
}
