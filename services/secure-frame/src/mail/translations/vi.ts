import { type MailTexts } from './en.js'

export const vi: MailTexts = {
  codeSubject: '{code} là mã của bạn cho {site}',
  codeLead: 'Hãy nhập mã này để đăng nhập vào {site}:',
  codeWarning:
    'Mã có hiệu lực trong 10 phút. Đừng đưa cho ai: người hỏi mã này muốn lấy ví của bạn.',
  ignore: 'Nếu bạn không yêu cầu email này, hãy bỏ qua.',
  linkSubject: 'Đăng nhập vào {site}',
  linkLead:
    'Có người muốn đăng nhập vào {site} bằng địa chỉ này trên thiết bị mới: {browser}, {time}.',
  linkButton: 'Xem yêu cầu',
  linkNext:
    'Nếu là bạn, trang của liên kết sẽ hiển thị một mã. Liên kết có hiệu lực trong 10 phút.',
  noticeSubject: 'Ví của bạn đã được khôi phục trên một thiết bị',
  noticeLead: 'Cách khôi phục ví của bạn cho {site} đã được dùng: {browser}, {time}.',
  noticeNext:
    'Nếu không phải bạn, hãy đăng nhập, đăng xuất khỏi mọi thiết bị và chuyển những gì có trong ví đi.',
  changeSubject: 'Ví của bạn cho {site} đã được thay đổi',
  splitLead:
    'Cách khôi phục ví của bạn cho {site} đã được đổi: {browser}, {time}. Cách mở ví trước đó không còn dùng được.',
  exportLead:
    '24 từ của ví bạn cho {site} đã được yêu cầu: {browser}, {time}. Ai có các từ đó sẽ có ví.',
  removeLead: 'Một thiết bị đã bị xóa khỏi ví của bạn cho {site}: {browser}, {time}.',
  signInAddedLead: 'Một cách đăng nhập đã được thêm vào ví của bạn cho {site}: {browser}, {time}.',
  signInRemovedLead: 'Một cách đăng nhập đã bị xóa khỏi ví của bạn cho {site}: {browser}, {time}.',
  signInNext:
    'Nếu không phải bạn, hãy đăng nhập, xem các cách đăng nhập, đăng xuất khỏi mọi thiết bị và chuyển những gì có trong ví đi.',
  deleteLead: 'Tài khoản của bạn cho {site} đã bị xóa cùng với ví: {browser}, {time}.',
  deleteNext:
    'Nếu không phải bạn, có người đang đọc thư của bạn. Giờ chỉ 24 từ, nếu bạn đã giữ, mới mở được ví.',
  changeFromLead:
    'Có người muốn đổi địa chỉ email của ví bạn cho {site}: {browser}, {time}. Nếu là bạn, hãy nhập mã này:',
  changeToLead: 'Hãy nhập mã này để dùng địa chỉ này cho ví của bạn tại {site}:',
  changedLead:
    'Địa chỉ email của ví bạn cho {site} đã được đổi: {browser}, {time}. Địa chỉ này không mở được ví nữa.',
  changedNext:
    'Nếu không phải bạn, hãy hoàn tác thay đổi trong vòng 72 giờ. Cho đến lúc đó không thể xuất gì, và không thiết bị mới nào có thể khôi phục ví.',
  undoButton: 'Hoàn tác thay đổi',
  undoTitle: 'Bạn có muốn lấy lại địa chỉ cũ?',
  undoWarning:
    'Khi đó mọi thiết bị sẽ bị đăng xuất, và những thiết bị được thêm sau thay đổi sẽ bị xóa.',
  undoDone: 'Đã lấy lại địa chỉ cũ. Hãy đăng nhập bằng địa chỉ đó.',
  undoGone: 'Liên kết này đã được dùng hoặc đã hết hạn. Địa chỉ vẫn giữ nguyên.',
  unknownBrowser: 'một trình duyệt không rõ',
  pageTitle: 'Bạn có muốn đăng nhập không?',
  pageSite: 'Trang web',
  pageBrowser: 'Trình duyệt',
  pageTime: 'Thời gian',
  pageWarning:
    'Chỉ tiếp tục nếu bạn vừa nhập địa chỉ của mình trên trang web này. Không ai khác được gửi cho bạn liên kết này.',
  pageApprove: 'Có, hiện mã',
  pageDeny: 'Không phải tôi',
  pageCode: 'Hãy nhập mã này trong cửa sổ nơi bạn đã bắt đầu:',
  pageDenied: 'Đã dừng đăng nhập. Bạn có thể đóng trang này.',
  deviceSubject: 'Đăng nhập mới vào {site}',
  deviceLead:
    'Có người đã đăng nhập vào ví của bạn cho {site} trên thiết bị mới: {browser}, {time}.',
  socialBack: 'Hãy quay lại {site}. Bạn có thể đóng cửa sổ này.',
  socialGone:
    'Lần đăng nhập này đã kết thúc, hoặc được bắt đầu ở nơi khác. Hãy bắt đầu lại trong cửa sổ nơi bạn đã bắt đầu.',
  socialWarning:
    'Chỉ tiếp tục nếu bạn vừa chọn đăng nhập trên trang web này, trong trình duyệt này. Không ai khác được đưa bạn tới đây.',
  socialYes: 'Có, đăng nhập',
  pageGone:
    'Liên kết này đã được dùng hoặc đã hết hạn. Hãy bắt đầu lại trong cửa sổ nơi bạn đã bắt đầu.',
}
