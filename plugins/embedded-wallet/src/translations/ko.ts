import type { Catalogue } from '@latchkey/plugin-api'

export const ko: Catalogue = {
  'embedded.emailTitle': '이메일로 로그인',
  'embedded.emailText': '아무것도 설치하지 않고 지갑을 받습니다. 메일에는 코드나 링크가 있습니다.',
  'embedded.emailLabel': '이메일 주소',
  'embedded.continue': '이메일로 계속',
  'embedded.codeTitle': '코드 입력',
  'embedded.codeText': '{email}(으)로 여섯 자리 코드를 보냈습니다.',
  'embedded.codeLabel': '여섯 자리 코드',
  'embedded.digit': '6자리 중 {number}번째',
  'embedded.checking': '코드를 확인하는 중…',
  'embedded.resend': '메일 다시 보내기',
  'embedded.resendIn': '{seconds}초 뒤에 다시 보내기',
  'embedded.deviceTitle': '이 기기 확인',
  'embedded.deviceHeadline': '메일의 링크를 여세요',
  'embedded.deviceText':
    '{email}(으)로 링크를 보냈습니다. 그 페이지에 나오는 코드를 여기에 입력하세요.',
  'embedded.waiting': '{count, plural, other {요청 #개가 기다립니다}}',
  'embedded.frameTitle': '내 지갑',
  'embedded.securityTitle': '지갑 및 보안',
  'embedded.securityFailed': '지갑 페이지를 열지 못했습니다',
  'embedded.codeWrong': '코드가 틀렸거나 만료되었습니다. 다시 입력하거나 새 메일을 요청하세요.',
  'embedded.denied': '메일의 링크에서 이 로그인을 중단했습니다.',
  'embedded.over': '이 로그인의 시간이 지났습니다. 새 메일을 요청하세요.',
  'embedded.mailFailed': '메일을 보내지 못했습니다. 다시 시도하세요.',
  'embedded.walletClosed':
    '이 브라우저에는 지갑이 없고 복구할 수도 없습니다. 지갑을 만든 브라우저를 사용하세요.',
  'embedded.unreachable': '지갑 서버에 연결할 수 없습니다. 다시 시도하세요.',
  'embedded.tooMany':
    '시도가 너무 많았습니다. {minutes, plural, other {#분}} 후에 다시 시도하세요.',
  'embedded.alertLoad':
    '네트워크 오류: 내장 지갑을 불러오지 못했습니다|보안 프레임의 서버가 응답하지 않았습니다.',
  'embedded.alertTimeout':
    '내장 지갑 요청 시간이 지났습니다|보안 프레임이 요청에 응답하지 않았습니다.',
  'errors.embedded.load_failed': '이메일 로그인을 불러올 수 없습니다',
  'errors.embedded.no_connector': '인증 커넥터를 찾을 수 없습니다',
  'errors.embedded.no_place':
    '이 사이트의 지갑 연결이 올바르게 설정되지 않았습니다. 사이트에 알려 주세요.',
  'errors.embedded.request_failed': '오류가 발생했습니다',
  'errors.embedded.timed_out': '너무 오래 걸렸습니다. 다시 시도하세요.',
  'errors.embedded.aborted': '문제가 생겼습니다',
  'errors.embedded.invalid_email': '이메일 주소가 아닙니다.',
  'errors.embedded.too_soon': '{seconds}초 뒤에 다시 시도하세요',
  'errors.embedded.signed_out': '로그인한 사람이 없습니다.',
}
