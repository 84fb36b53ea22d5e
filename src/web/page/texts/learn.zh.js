import { lessonTexts } from "./learn.js";

// Of each lesson: title, text, hint, and what is said when it has been done.
const lessons = {
  general: `两家一宫
新规则：双方将帅同住中宫，即 d4–f6 九个点，每次走一步，可以走到对方一侧，也可以照面。
沿 f 路直上。`,
  advisor: `士走天下
新规则：仕（士）仍斜走一步，但全盘可去。
向右斜走三步，步步吃卒。`,
  elephant: `象过河
新规则：没有河界，相（象）全盘可去。仍有塞象眼，d2 的兵就塞住了一只。
沿边绕行，先到 a3。`,
  pawn: `兵能横走
新规则：兵（卒）从第一步起就能前进或横走，不能后退。车、马、炮与象棋相同。
先横走到 d3，再一路向前。`,
  free: `白吃才是将军
新规则：能“白吃”将帅才算将军，即吃后对方没有子能吃回。黑将孤立，怎样攻击都是白吃。
把车放到将所在的直线或横线上。`,
  beside: `不可贴近对手
将帅也能吃子。没有保护而贴到对方将旁边，会被白吃，所以不合法。请试 e4 到 e5。
把帅走到 e5。
到了 e5，黑将可以白吃。`,
  "general-attacks": `御驾亲征
现在 a5 的车能在 e5 吃回，帅站上去是安全的，而它对黑将的攻击却是白吃。请用帅将军。
走到 e5。`,
  "answer-guard": `保护也能应将
新规则：应将除了躲、垫、吃，还可以保护：能吃回，就不是白吃。
马从哪里能跳到 e4？
车仍在攻击，却不再是将军，而是牵将。`,
  cut: `切断保护
您的车攻着 e6，但 e9 的黑车能吃回。在它的路上垫一个子，攻击就变成将军。
哪个子能到 e7 或 e8？`,
  mate: `将死
将永远离不开 d4–f6，两个车绰绰有余：一车守线，一车将军。让黑方无着可应。
第五线已经守住，从第六线将军。`,
  "tether-it": `牵将
会被吃回的攻击不是将军，叫“牵将”：黑方不必应，但护子失去自由。这里 d7 保护着 e6。
e 路或第六线。
牵住了，d7 的士再也走不开。`,
  "find-guards": `谁是护子
护子就是能在将的位置上吃回的子。注意马腿、象眼、炮架：有的子只是看起来像。
共三个：车、士、马。
象眼 f5 被塞住，炮没有炮架。`,
  nailed: `钉死的护子
e9 的车牵着您的帅，d3 的仕是唯一的护子。请试着走仕。
点 d3，再点 c2 或 c4。
攻击还在时，最后一个护子不能离开，否则牵将就变成将军。`,
  "one-may-go": `两个护子，可走一个
两个护子，哪个都可以走，但不能都走。有车值守，仕可以去吃 c2 的卒。
用仕吃 c2。`,
  "no-protection": `被钉之子是假根
d7 的士是黑将的唯一护子，看上去还保护着 c8 的马。a6 的卒则真有保护。
d7 什么也吃不回。
马是白吃的：它的保护者被钉住了。`,
  "take-guard": `吃掉护子
最后的护子一失，牵将就成将军。出路都已守住，黑方全靠 d7 的士支撑。
吃 d7。
没有护子，无处可逃，将死。`,
  "find-liberties": `气
新规则：将帅要有“气”，即上下左右相邻的空点，宫内宫外都算，任何子都会堵气。
f5 的相堵住一口；宫外的点也算气。`,
  "last-liberty": `困将
将帅没有气叫“困将”：下一步必须造出气来。黑将只剩 f7 一口气。
仕离 f7 很近。`,
  breathe: `透气
您的帅没有气，必须马上开气，所以车怎么走都不合法。请一步得四口气。
用帅吃象。`,
  suffocate: `不可自困
走完之后，己方将帅必须有气。马本可跳到 d5，但那正是最后一口气。请试一试。
c7 到 d5。`,
  trap: `困毙
牵将与气合用：黑将只有 d5 一口气，e6 的卒是唯一的护子。填住 d5，同时把这个卒钉在原地。
帅可以走过去，有 c6 的仕保护。
卒不能走，开不出气，黑方输了。`,
  bare: `光帅对光将
无着可走就算输，只剩将帅也能分胜负。请占中心。
站在 e5，d5 和 e4 黑将都不能去。
黑将不能贴近，又必须走：无着可走，输。`,
  "buy-pawn": `第一次兑子
新规则：到达对方底线的兵就是“钱”。轮到您时，可以把它连同对方任意一个卒一起拿掉。五个到底即胜，黑方第五个卒马上就到：快兑！
点 a9，再点任意一个黑卒。`,
  "buy-cannon": `二兵兑炮
兑炮要两个兵。e7 的炮隔着自己的将在将军；兑子也能应将。
点 a9 和 c9，再点炮。`,
  prices: `价目表
卒一、炮二、马三、车四；将帅、士、象不可兑。请选中两个兵，试兑一个兑不起的子。
点 a9、c9，再点 i8 的车。
兵数必须正好。`,
  "buy-guard": `兑掉护子
兑马要三个兵。黑将被牵，g7 的马是唯一护子，出路都已守住。
a9、c9、e9，再点 g7 的马。
一兑成杀：护子消失，就成了白吃。`,
  five: `五兵到底
五个兵站在对方底线，立即获胜。但第五个兵的这一步必须合法：走完后己方将帅不能被将军，也不能没有气。已经有四个了。
最后一个兵走一步。`,
  "mate-two": `两步杀
先除掉还能捣乱的子，黑方便只有一步可走，然后开炮。
马吃 h6，正好做炮架。`,
  "tether-two": `牵将的威力
牵将不是将军，但在这里黑方只剩一步合法的棋，而且是坏棋。先走一步静着，再成杀。
沿 d 路牵住黑将。
黑马只好垫将，结果丢了马。`,
  "whole-game": `下一整盘
您都学会了。请战胜最弱的级别，可以悔棋，也可以要提示。
引擎会走：
您会下中宫象棋了。到“新对局”里选更强的级别吧。`,
  "three-three": `三三禁手
黑方不能一子同时成两个活三，即两个都能变成活四的三。白方可以。
f8、g8 的横线与 h9、h10 的竖线交于何处？`,
  "four-four": `四四禁手
黑方也不能一子同时成两个四，不论死活。四就是再下一子便成五。
两条线各堵一头，交点在哪里？`,
  overline: `长连禁手
黑方恰好五连才胜，六子以上是长连，属于禁手。
一子把三和二连在一起。`,
  "five-first": `五连优先
h8 在竖线上成六连，是长连；但在横线上恰好成五，五连优先于一切禁手。
就下 h8。`,
  "white-free": `白方无禁
白方没有禁手，六连与五连一样获胜。
把两段连起来。`,
  "white-lure": `抓禁手
白方的取胜之道：造一个四，让黑方唯一的防点正是禁手。h8 是三三。
从远端冲四：i9。`,
  "long-check": `长将
车步步将军，将只是躲来躲去。同一局面已第三次出现。
看看是哪一方在逼迫。
步步将军的一方判负。`,
  vary: `及时变着
您执红，一直在将军，再来一轮就输了。请继续下，但不要重复。
走任意一步闲着，例如车沿 d 路进。`,
  "sit-tight": `任他将军
您执黑，双方各有一车，红方不停地将军。不必送车：长将者负。
在 d10 与 e10 之间来回走。`,
  "long-chase": `长捉
这次没有将军：车步步捉同一个无根的炮，炮只能逃。
一方总在攻击同一个子。
长捉的一方也判负。`,
  protected: `有根不算捉
着法相同，但 i8 的黑车保护着炮。车攻击有根之子不算捉。
双方都没有过错，就都不输。
只是重复局面，和棋。`,
};

export default {
  "learn.intro": "每个小局面有一个目标，由引擎评判。",
  "learn.leave": "返回对局",
  "learn.list": "全部课程",
  "learn.place": "{chapter} · {number}/{count}",
  "learn.progress": "已完成 {done} / {count}",
  "learn.begin": "开始",
  "learn.continue": "继续",
  "learn.stars": "星数：{stars}",
  "learn.new": "尚未完成",
  "learn.goal": "目标",
  "learn.hint": "提示",
  "learn.solution": "看答案",
  "learn.retry": "再试一次",
  "learn.back": "悔棋",
  "learn.replay": "重看一遍",
  "learn.next": "下一课",
  "learn.keys": "h 提示 · r 再试 · n 下一课 · Esc 列表",
  "learn.course.zhonggong": "会下象棋即可学：双方共处一宫，白吃、牵将、气、兑子。",
  "learn.course.renju": "黑方何处不可落子，白方又如何借此取胜。",
  "learn.course.xiangqi": "同一局面第三次出现，裁判如何判决。",
  "learn.chapter.pieces": "棋子的走法",
  "learn.chapter.check": "白吃与将军",
  "learn.chapter.tether": "牵将与护子",
  "learn.chapter.liberty": "气与困将",
  "learn.chapter.trade": "兑子与五兵",
  "learn.chapter.game": "实战",
  "learn.chapter.forbidden": "禁手",
  "learn.chapter.perpetual": "长将与长捉",

  "learn.goal.visit": "最多 {count} 步，走遍所有绿点。",
  "learn.goal.capture": "吃掉 {points} 的子。",
  "learn.goal.trade": "兑掉该兑的子。",
  "learn.goal.check": "将军。",
  "learn.goal.tether": "牵住黑将。",
  "learn.goal.guard": "帅不动，解除将军。",
  "learn.goal.liberty-own": "让己方的帅有 {count} 口气。",
  "learn.goal.liberty-enemy": "填掉黑将的最后一口气。",
  "learn.goal.win-one": "一步取胜。",
  "learn.goal.win": "{count} 步之内取胜。",
  "learn.goal.win-game": "赢下这盘棋，步数不限。",
  "learn.goal.last": "走 {count} 步而不输。",
  "learn.goal.refused": "试走这步犯规的棋，看引擎为何不许。",
  "learn.goal.tap-guard": "点出黑将的所有护子。",
  "learn.goal.tap-liberty": "点出黑将的所有气。",
  "learn.goal.tap-forbidden": "点出禁手点。",
  "learn.goal.choice": "双方循环反复，这盘棋如何判？",

  "learn.found": "已找到 {found} / {count}。",
  "learn.not-there": "{point} 不是。",
  "learn.not-so": "不对，不是“{reason}”。",
  "learn.well-done": "做得好。",
  "learn.shown": "这就是答案，请自己再走一遍。",
  "learn.refused": "引擎不许 {move}：{reason}",
  "learn.reply": "{side}走 {move}。",
  "learn.wrong.check": "可以这样走，但黑将没有被将军。",
  "learn.wrong.only-tether": "可以这样走，但只是牵将：吃将之后会被吃回。",
  "learn.wrong.tether": "可以这样走，但没有牵住黑将。",
  "learn.wrong.real-check": "可以这样走，但这是将军：可以白吃。",
  "learn.wrong.guard": "可以这样走，但帅没有护子。",
  "learn.wrong.liberty": "可以这样走，但数一数气，不符合要求。",
  "learn.wrong.other-piece": "可以这样走，但应当走另一个子。",
  "learn.wrong.capture": "可以这样走，但要吃的不是这个。",
  "learn.wrong.visit": "可以这样走，但太慢，走不完所有的点。",
  "learn.wrong.not-over": "可以这样走，但棋还没有下完。",
  "learn.wrong.other-reason": "赢了，但这是“{reason}”，要求的是另一种结局。",
  "learn.wrong.lost": "输了：{reason}。",
  "learn.wrong.drawn": "和棋：{reason}。",
  "learn.wrong.legal": "这步合法；请找一步不合法的。",
  "learn.wrong.other-code": "确实不许，但这里说的是另一个原因。",
  ...lessonTexts(lessons),
};
