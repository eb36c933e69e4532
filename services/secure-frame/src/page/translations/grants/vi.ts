import type { GrantTexts } from './en.js'

export const vi: GrantTexts = {
  'grant.title': 'Cho phép trang web hành động thay bạn',
  'grant.endTitle': 'Thu hồi những gì trang web được làm thay bạn',
  'grant.atMost': 'Rời khỏi tài khoản của bạn tối đa',
  'grant.number': 'Quyền',
  'grant.who': 'Ai được hành động',
  'grant.may': 'Được phép',
  'grant.total': 'Gửi tổng cộng tối đa {amount}, cho bất kỳ ai.',
  'grant.period':
    'Gửi tối đa {amount} trong mỗi kỳ {period}, cho bất kỳ ai. Kỳ đầu tiên bắt đầu {start}. Phần còn lại của một kỳ không được chuyển sang kỳ sau.',
  'grant.stream':
    'Gửi {initial} lúc đầu và thêm {perSecond} mỗi giây, bắt đầu {start}, tổng cộng tối đa {maximum}, cho bất kỳ ai.',
  'grant.calls': 'Gọi từng hàm này của từng hợp đồng này, không gửi kèm coin.',
  'grant.callsWithCoins': 'Gọi từng hàm này của từng hợp đồng này, mỗi lần kèm tối đa {amount}.',
  'grant.token': 'Hợp đồng token',
  'grant.tokenName': '{token}, tự xưng là “{name}”. Chưa ai kiểm tra tên này.',
  'grant.contract': 'Hợp đồng',
  'grant.function': 'Hàm',
  'grant.often': 'Bao nhiêu lần',
  'grant.times': 'Tối đa {count} lần',
  'grant.anyTimes': 'Bao nhiêu lần cũng được trong hạn mức số tiền',
  'grant.from': 'Không sớm hơn',
  'grant.until': 'Cho đến',
  'grant.says': 'Trang web cho biết',
  'grant.alone':
    'Tất cả những việc này có thể diễn ra mà không hỏi lại bạn. Quyền này có thể được chuyển cho người khác, trong cùng giới hạn.',
  'grant.notCounted': 'Những gì các hợp đồng này tự lấy không nằm trong số tiền này.',
  'grant.units':
    'Token này không cho biết số chữ số thập phân. Số tiền được ghi bằng đơn vị nhỏ nhất của nó.',
  'grant.danger': 'Nguy hiểm',
  'grant.moves-tokens':
    'Hàm này có thể di chuyển token hoặc vật phẩm sưu tầm của bạn, với số lượng bất kỳ.',
  'grant.approves-tokens': 'Hàm này có thể cho phép người khác chi tiêu token của bạn.',
  'grant.is-token':
    'Hợp đồng này là một token: các hàm của nó quyết định những gì bạn có trong token đó.',
  'grant.runs-anything': 'Hàm này thực hiện bất cứ điều gì người gọi chọn.',
  'grant.changes-owner': 'Hàm này có thể chuyển giao một hợp đồng hoặc các quyền trong đó.',
  'grant.no-contract':
    'Hiện không có hợp đồng nào tại địa chỉ này. Sau này bất kỳ ai cũng có thể đặt một hợp đồng ở đó.',
  'grant.lower': 'Cho phép ít hơn',
  'grant.amount': 'Số tiền tối đa tổng cộng ({symbol})',
  'grant.count': 'Số lần tối đa',
  'grant.end': 'Kết thúc chậm nhất',
  'grant.use': 'Dùng các giới hạn này',
  'grant.onlyLower':
    'Mỗi giới hạn phải lớn hơn 0 (số tiền của một lần gọi có thể là 0) và không cao hơn mức được yêu cầu, và thời điểm kết thúc phải ở tương lai.',
  'grant.by': 'Bên yêu cầu',
  'grant.unknown-function':
    'Không rõ hàm này làm gì. Nó có thể di chuyển những gì tài khoản của bạn có ở đó.',
  'grant.amountPeriod': 'Số tiền tối đa trong mỗi kỳ {period} ({symbol})',
  'grant.amountCall': 'Số tiền tối đa trong mỗi lần gọi ({symbol})',
}
