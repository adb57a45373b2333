from support.conversation_room import *
async def test_fail(room):
    page = await room.open(long_talk(room.folder, 30))
    assert False
async def test_fail2(room):
    page = await room.open(long_talk(room.folder, 30))
    await gui.until(lambda: False, 1)
