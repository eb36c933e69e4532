import { type MailTexts } from './en.js'

export const ko: MailTexts = {
  codeSubject: '{site} 코드: {code}',
  codeLead: '{site}에 로그인하려면 이 코드를 입력하세요:',
  codeWarning:
    '10분 동안 유효합니다. 누구에게도 알려 주지 마세요. 코드를 묻는 사람은 당신의 지갑을 노립니다.',
  ignore: '이 메일을 요청하지 않았다면 무시하세요.',
  linkSubject: '{site}에 로그인',
  linkLead: '누군가 이 주소로 새 기기에서 {site}에 로그인하려고 합니다: {browser}, {time}.',
  linkButton: '요청 보기',
  linkNext: '본인이라면 링크의 페이지에 코드가 표시됩니다. 링크는 10분 동안 유효합니다.',
  noticeSubject: '기기에서 지갑이 복구되었습니다',
  noticeLead: '{site} 지갑의 복구가 사용되었습니다: {browser}, {time}.',
  noticeNext: '본인이 아니라면 로그인하여 모든 기기에서 로그아웃하고 지갑에 든 것을 옮기세요.',
  changeSubject: '{site} 지갑이 변경되었습니다',
  splitLead:
    '{site} 지갑의 복구 방법이 변경되었습니다: {browser}, {time}. 이전 방법으로는 더 이상 열리지 않습니다.',
  exportLead:
    '{site} 지갑의 24개 단어가 요청되었습니다: {browser}, {time}. 단어를 가진 사람이 지갑을 갖게 됩니다.',
  removeLead: '{site} 지갑에서 기기가 제거되었습니다: {browser}, {time}.',
  signInAddedLead: '{site} 지갑에 로그인 방법이 추가되었습니다: {browser}, {time}.',
  signInRemovedLead: '{site} 지갑에서 로그인 방법이 제거되었습니다: {browser}, {time}.',
  signInNext:
    '본인이 아니라면 로그인하여 로그인 방법을 확인하고, 모든 기기에서 로그아웃하고 지갑에 든 것을 옮기세요.',
  deleteLead: '{site} 계정이 지갑과 함께 삭제되었습니다: {browser}, {time}.',
  deleteNext:
    '본인이 아니라면 누군가 메일을 읽고 있습니다. 보관해 두었다면 24개 단어만 지갑을 열 수 있습니다.',
  changeFromLead:
    '누군가 {site} 지갑의 이메일 주소를 바꾸려고 합니다: {browser}, {time}. 본인이라면 이 코드를 입력하세요:',
  changeToLead: '{site} 지갑에 이 주소를 사용하려면 이 코드를 입력하세요:',
  changedLead:
    '{site} 지갑의 이메일 주소가 바뀌었습니다: {browser}, {time}. 이 주소로는 더 이상 지갑을 열 수 없습니다.',
  changedNext:
    '본인이 아니라면 72시간 안에 변경을 취소하세요. 그때까지는 아무것도 내보낼 수 없고, 새 기기에서 지갑을 복구할 수 없습니다.',
  undoButton: '변경 취소',
  undoTitle: '이전 주소로 되돌리시겠습니까?',
  undoWarning: '모든 기기에서 로그아웃되고, 변경 이후에 추가된 기기는 제거됩니다.',
  undoDone: '이전 주소로 되돌렸습니다. 그 주소로 로그인하세요.',
  undoGone: '이 링크는 이미 사용되었거나 만료되었습니다. 주소는 그대로 유지됩니다.',
  unknownBrowser: '알 수 없는 브라우저',
  pageTitle: '로그인하시겠습니까?',
  pageSite: '사이트',
  pageBrowser: '브라우저',
  pageTime: '시간',
  pageWarning:
    '방금 이 사이트에서 직접 주소를 입력한 경우에만 계속하세요. 다른 사람이 이 링크를 보냈을 리는 없습니다.',
  pageApprove: '예, 코드 표시',
  pageDeny: '제가 아닙니다',
  pageCode: '시작한 창에 이 코드를 입력하세요:',
  pageDenied: '로그인이 중단되었습니다. 이 페이지를 닫아도 됩니다.',
  deviceSubject: '{site}에 새로운 로그인',
  deviceLead: '새 기기에서 {site} 지갑에 로그인했습니다: {browser}, {time}.',
  socialBack: '{site}(으)로 돌아가세요. 이 창은 닫아도 됩니다.',
  socialGone: '이 로그인은 끝났거나 다른 곳에서 시작되었습니다. 시작한 창에서 다시 시작하세요.',
  socialWarning:
    '방금 이 사이트와 이 브라우저에서 로그인을 선택한 경우에만 계속하세요. 다른 사람이 이곳으로 보냈다면 계속하지 마세요.',
  socialYes: '예, 로그인합니다',
  pageGone: '이 링크는 이미 사용되었거나 만료되었습니다. 시작한 창에서 다시 시작하세요.',
}
