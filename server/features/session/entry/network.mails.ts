import type { Warning } from '../../members/index.ts'

/** @param address from which the PIN was entered */
export const otherNetwork = (address: string): Warning => ({
  subject: '허용되지 않은 네트워크에서 입장 시도 / Entry refused from another network',
  paragraphs: [
    '한 사용자의 올바른 PIN이 그룹에 허용되지 않은 네트워크에서 입력되어 입장을 거절했습니다. 본인이 다른 곳에서 접속했을 수도 있고, 다른 사람이 PIN을 알고 있을 수도 있습니다. 본인에게 확인하고, 필요하면 PIN을 다시 보내거나 그룹의 접속 네트워크를 바꿔 주세요.',
    'A participant’s valid PIN was entered from a network that their group does not allow, and entry was refused. They may be travelling, or someone else may know the PIN. Please check with them and, if necessary, send a new PIN or change the networks of the group.',
  ],
  fact: { label: '네트워크 주소 / Network address', value: address },
})
