# The app as one image: docs/deploying.md says how to run it.
# The C file of the engine is compiled where a compiler is, and the image itself has none.
FROM python:3.12 AS native
WORKDIR /app
COPY build_native.py .
COPY bpe_core bpe_core
RUN python build_native.py

FROM python:3.12-slim

# Nothing is written while the app runs, compiled Python included; its log is not held back.
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1

WORKDIR /app
# The versions that were tested, and no other files: the lock names each by its hash.
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes --requirement requirements.lock
COPY app.py LICENSE ./
COPY .streamlit .streamlit
COPY --from=native /app/bpe_core bpe_core
COPY explorer_ui explorer_ui
COPY pages pages
COPY sample_texts sample_texts
# Compiled here once, because the one who runs it cannot write.
RUN python -m compileall -q . && useradd --system --no-create-home --home-dir /nonexistent explorer

USER explorer
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.headless=true", "--server.address=0.0.0.0", "--server.port=8501"]
