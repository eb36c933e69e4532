import type { Catalogue } from '@latchkey/plugin-api'

export const ko: Catalogue = {
  'errors.smart.bad_input': '스마트 계정으로는 이 요청을 실행할 수 없습니다.',
  'errors.smart.limits_refused':
    '이 권한을 요청한 대로 제한할 수 없습니다. 아무것도 허용되지 않았습니다.',
  'errors.smart.bundler_failed':
    '네트워크가 현재 스마트 계정의 작업을 받지 않습니다. 나중에 다시 시도하거나 다른 계정을 사용하세요.',
  'errors.smart.gas_beyond_bounds': '요청된 수수료가 너무 높습니다. 아무것도 보내지 않았습니다.',
  'errors.smart.paymaster_refused':
    '수수료를 내기로 한 쪽이 다른 것을 요구했습니다. 아무것도 보내지 않았습니다.',
  'errors.smart.node_failed': '지금은 네트워크에 물어볼 수 없습니다. 다시 시도하세요.',
}
