import type { Warning } from '../../members/index.ts'

export const otherNetwork = (address: string): Warning => ({
  subject: '허용되지 않은 네트워크에서 입장 시도 / Entry refused from another network',
  paragraphs: [
    '한 사용자가 허용되지 않은 네트워크에서 입장하려고 하여 거절했습니다. 본인이 다른 곳에서 접속했을 수도 있고, 다른 사람이 PIN이나 입장 링크, 계정을 쓰고 있을 수도 있습니다. 본인에게 확인하고, 필요하면 PIN을 다시 보내거나 그룹의 접속 네트워크 또는 입장 설정의 네트워크를 바꿔 주세요.',
    'A user tried to enter from a network that is not allowed, and entry was refused. They may be travelling, or someone else may be using their PIN, entry link or account. Please check with them and, if necessary, send a new PIN or change the networks of the group or those in the sign-in settings.',
  ],
  fact: { label: '네트워크 주소 / Network address', value: address },
})
