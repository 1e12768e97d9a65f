"""The Train page compares WordPiece with BPE, shows its scores, and says what it is."""

from in_one_go import train_wordpiece

from bpe_core.lessons.printed import PRINTED
from explorer_ui.views.wordpiece import scores_table, step_in_words, steps_table, words_table
from tests.apps import open_app, words

TRAIN = "pages/train.py"
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def test_the_tables_show_scores_ties_and_words() -> None:
    learned = train_wordpiece(HUG, num_merges=3)
    first = scores_table(learned, 0)
    assert first.iloc[0].tolist() == ["##g", "##s", 5, 20, 5, "1/20", 0.05, ""]
    assert set(first["score"][1:]) == {"1/36"}
    assert set(scores_table(learned, 1)[""]) == {"tie"}
    assert words_table(learned, 3)["word"].tolist()[0] == "hu ##g"
    assert steps_table(learned)["tied with"].tolist() == [0, 5, 0]


def test_the_sentence_goes_on_to_the_end() -> None:
    learned = train_wordpiece(HUG, num_merges=99)
    assert "as that of 5 other pairs; the first occurrence wins" in step_in_words(learned, 1)
    assert (
        step_in_words(learned, len(learned.steps)) == f"After {len(learned.steps)} merges. No pair is left."
    )


def test_the_page_says_what_differs_and_follows_the_slider() -> None:
    app = open_app(TRAIN, text=PRINTED["hug"].words, below="wordpiece", num_merges=3)
    assert "**not BPE**" in words(app)
    assert "best guess of the Hugging Face LLM Course" in words(app)
    assert "Merge 1: ##g + ##s → ##gs. Its score is 5 / (20 × 5) = 1/20, the best." in words(app)
    app.slider(key="wordpiece_step").set_value(2).run()
    assert "Merge 3: hu + ##gs → hugs. Its score is 5 / (15 × 5) = 1/15, the best." in words(app)
    app.text_input(key="wordpiece_word").set_value("bugs").run()
    assert "b ##u ##gs" in words(app)
    app.text_input(key="wordpiece_word").set_value("mug").run()
    assert "[UNK]" in words(app)
    assert not app.exception


def test_a_step_that_is_not_there_and_a_text_without_pairs_do_no_harm() -> None:
    app = open_app(TRAIN, text="hug 3, pug 2", below="wordpiece", num_merges=1, wordpiece_step=900)
    assert app.slider(key="wordpiece_step").value == 1
    app = open_app(TRAIN, text="a b c d e", below="wordpiece", recipe="bytes", skip_rare=False)
    assert "There is no pair to merge." in words(app)


def test_too_much_work_is_said() -> None:
    text = " ".join(f"word{number}" for number in range(3000))
    app = open_app(TRAIN, text=text, below="wordpiece", num_merges=5000)
    assert "the limit for these words" in words(app)
